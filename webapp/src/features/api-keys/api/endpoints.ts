// The bot API's calls, read from its description.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

export interface Endpoint {
  method: string;
  path: string;
  summary: string;
  /** That the key needs; null where any key will do. */
  permission: string | null;
}

/** The part of an OpenAPI document that is read here. */
interface Description {
  paths?: Record<string, Record<string, { summary?: string; 'x-permission'?: string } | undefined> | undefined>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

export function endpointsOf({ paths = {} }: Description): Endpoint[] {
  return Object.entries(paths).flatMap(([path, calls = {}]) =>
    methods.flatMap((method) => {
      const call = calls[method];
      return call && path.startsWith('/api/bot/')
        ? [{ method: method.toUpperCase(), path, summary: call.summary ?? '', permission: call['x-permission'] ?? null }]
        : [];
    }),
  );
}

export const endpointsQuery = queryOptions({
  queryKey: ['endpoints'],
  queryFn: async ({ signal }) => endpointsOf(await api.get<Description>('/api/openapi.json?tag=Bots', { signal })),
});
