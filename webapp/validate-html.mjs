// Checks whether HTML is valid: reads [[name, html], …] as JSON and prints a line for each fault. internal/e2e/validhtml_test.go runs it.
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { HtmlValidate } from 'html-validate';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // How it is written is React's and goldmark's affair.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'long-title': 'off',
    'no-raw-characters': 'off',
    'script-type': 'off',
    'require-sri': 'off',
    'tel-non-breaking': 'off',
    'prefer-native-element': 'off',
    'valid-id': ['error', { relaxed: true }],
  },
});
for (const [name, html] of JSON.parse(Buffer.concat(chunks).toString())) {
  const report = await validator.validateString(html);
  for (const { messages } of report.results)
    for (const { ruleId, message, line, column } of messages) process.stdout.write(`${name}:${line}:${column}: ${message} (${ruleId})\n`);
}
