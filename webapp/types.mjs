// Turns the schemas of the API's description into TypeScript types: `make types` writes src/lib/api-types.ts with it.
import process from 'node:process';
import { json } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const { openapi, info, components } = await json(process.stdin);
const types = await openapiTS(
  { openapi, info, paths: {}, components: { schemas: components.schemas } },
  { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true },
);
process.stdout.write(
  `// Generated from the API's description (httpapi/openapi/source) by \`make types\`. Do not edit.\n\n${astToString(types)}`,
);
