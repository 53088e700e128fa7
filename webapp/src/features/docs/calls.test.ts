import { expect, test } from 'vitest';
import { callsOf, curlOf } from './calls';
import type { Description } from './types';

const description: Description = {
  info: { title: 'API', description: '' },
  paths: {
    '/api/bot/news': {
      post: {
        operationId: 'createBotArticle',
        summary: 'Create a tech article',
        'x-permission': 'create_news',
        parameters: [{ $ref: '#/components/parameters/Key' } as never],
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/New' }, examples: { one: { value: { title: "It's here" } } } },
          },
        },
        responses: {
          '200': { description: 'Made.', content: { 'application/json': { example: { id: 1 } } } },
          '400': { $ref: '#/components/responses/Bad' },
        },
      },
    },
  },
  components: {
    parameters: { Key: { name: 'Idempotency-Key', in: 'header', description: 'Once.', schema: { type: 'string', maxLength: 255 } } },
    schemas: {
      New: {
        required: ['title'],
        properties: {
          title: { type: 'string', maxLength: 2000, description: 'The headline.' },
          price: { type: ['number', 'null'], minimum: 0 },
          kind: { enum: ['a', 'b'], default: 'a' },
          pros: { anyOf: [{ type: 'array', maxItems: 100 }, { type: 'string' }] },
        },
      },
    },
    responses: { Bad: { description: 'Wrong.' } },
  },
};

test('a call has all that it refers to', () => {
  expect(callsOf(description)).toEqual([
    {
      id: 'createBotArticle',
      method: 'POST',
      path: '/api/bot/news',
      summary: 'Create a tech article',
      description: '',
      permission: 'create_news',
      parameters: [{ name: 'Idempotency-Key', required: false, kind: 'header, text, at most 255 characters', description: 'Once.' }],
      fields: [
        { name: 'title', required: true, kind: 'text, at most 2,000 characters', description: 'The headline.' },
        { name: 'price', required: false, kind: 'number or null, at least 0', description: '' },
        { name: 'kind', required: false, kind: 'a, b, "a" by default', description: '' },
        { name: 'pros', required: false, kind: 'list or text, at most 100 items', description: '' },
      ],
      request: { title: "It's here" },
      response: { id: 1 },
      statuses: [
        { status: '200', description: 'Made.' },
        { status: '400', description: 'Wrong.' },
      ],
    },
  ]);
});

test('a command survives an apostrophe', () => {
  const [call] = callsOf(description);
  expect(call && curlOf(call, 'https://a.example')).toContain(String.raw`"title": "It'\''s here"`);
});

test('names the method of a change, and an id in its path', () => {
  const [change] = callsOf({
    ...description,
    paths: {
      '/api/bot/news/{id}': {
        patch: {
          operationId: 'change',
          summary: 'Change',
          responses: {},
          requestBody: { content: { 'application/json': { example: { title: 'T' } } } },
        },
      },
    },
  });
  expect(change && curlOf(change, 'https://a.example')).toMatch(/^curl -s -X PATCH https:\/\/a\.example\/api\/bot\/news\/1 /);
});
