// The downloads that the server makes of the API's description.
export const documentation = { label: 'Complete API Documentation', kind: 'Markdown', href: '/api/docs/candor-api.md' };

export const downloads = [
  documentation,
  { label: 'Postman Collection', kind: 'JSON', href: '/api/docs/candor.postman_collection.json' },
  { label: 'Python Examples', kind: 'Python 3, standard library', href: '/api/docs/candor_examples.py' },
  { label: 'Node.js Examples', kind: 'JavaScript module', href: '/api/docs/candor_examples.mjs' },
];
