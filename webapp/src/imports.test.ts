// Imports have no circles, with those of types: a file can be read, moved and tested without all that import it. Dynamic imports
// don't count, which load a screen or a dialog when it is shown.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const src = import.meta.dirname;
const files = new Set(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(src, name)),
);

/** Returns the files that one imports or exports from. */
function importsOf(file: string): string[] {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    const from = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined;
    if (!from || !ts.isStringLiteral(from) || !/^(@\/|\.)/.test(from.text)) return []; // a package
    const path = from.text.startsWith('@/') ? join(src, from.text.slice(2)) : join(dirname(file), from.text);
    return [`${path}.ts`, `${path}.tsx`].filter((name) => files.has(name));
  });
}

test('no file imports itself through others', () => {
  const visited = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].map((name) => relative(src, name)).join(' → '));
    if (visited.has(file)) return;
    visited.add(file);
    for (const imported of importsOf(file)) visit(imported, [...path, file]);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
