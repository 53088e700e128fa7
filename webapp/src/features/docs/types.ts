// The parts of an OpenAPI document that are read here.

export interface Ref {
  $ref?: string;
}

export interface Schema extends Ref {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
}

export interface Parameter extends Ref {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Answer extends Ref {
  description?: string;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  'x-permission'?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, Answer>;
}

export interface Description {
  info: { title: string; summary?: string; description: string };
  servers?: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components?: Record<string, Record<string, object>>;
}
