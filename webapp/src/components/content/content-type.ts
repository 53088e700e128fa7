// A content type as the dashboard sees it: a table of its fields, columns, texts and addresses. The admin list, the
// editor and the history are written once; everything that differs between reviews, articles and pages is in their tables.
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { NumberRange } from '@/components/ui/number-field';
import type { Overview } from '@/lib/api-types';
import type { BulkAction, ContentCalls, ContentItem, Listed, ListParams } from '@/lib/content-calls';
import type { Kind } from '@/lib/kinds';

/** The value of one field of a form: text as it was typed, or a switch. */
export type Value = string | boolean;

/** The values of a form, by field. Fields have the API's names. */
export type Values = Record<string, Value>;

/** One option of a choice. */
export interface Choice {
  value: string;
  label: string;
  /** Of a criterion: its category, its part of the total in percent, and whether it isn't for new scores. */
  under?: string;
  weight?: number;
  retired?: boolean;
}

/** The options that come from the server, by field. */
export type Choices = Readonly<Record<string, readonly Choice[]>>;

/** Returns the label of a field's value, undefined if it has none. */
export type NameOf = (field: string, value: unknown) => string | undefined;

export type Control =
  | { as: 'text'; input?: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'placeholder'>; suggestions?: readonly string[] }
  | { as: 'number'; range: NumberRange }
  | { as: 'area'; rows: number }
  /** The headline, as large as it reads. */
  | { as: 'headline' }
  /** A text in Markdown; long: the main one. */
  | { as: 'markdown'; long: boolean }
  | { as: 'bullets' }
  /** Scores by criteria; under: the field with the category, total: the one with what they suggest. */
  | { as: 'scores'; under: string; total: string }
  /** Shops; links: the fields with the links to AliExpress and Shopee. */
  | { as: 'shops'; links: readonly [string, string] }
  | { as: 'choice' }
  | { as: 'picture' }
  /** Several pictures in order, which can be edited as text, too. */
  | { as: 'pictures' }
  /** clears: a field that is emptied when the switch is turned on. */
  | { as: 'switch'; clears?: string }
  /** turnsOff: a switch that is turned off when a time is entered, unless it was on from the start. */
  | { as: 'moment'; turnsOff?: string };

/** How the values of a field are shown, checked and sent. */
export interface FieldKind {
  control: Control;
  /** Returns the form's value for one of the API's, undefined if the item has none. */
  toForm: (stored: unknown) => Value;
  /** Returns the API's value for one of the form's. Values with the same result count as equal where conflicts are merged. */
  toServer: (typed: Value) => unknown;
  /** Returns a check with the server's rules and words: it returns a value's error, undefined if the value is valid. */
  rule: (label: string) => (typed: Value) => string | undefined;
}

/** The group of the fields that are written in the middle of the editor. All others are in its side panel. */
export const textGroup = 'Text';

export interface Field {
  label: string;
  kind: FieldKind;
  /** textGroup, or the title of the side panel's group that it belongs to. */
  group: string;
  /** 'once created': the server fills it in for a new item. */
  required?: boolean | 'once created';
  hint?: string;
  /** Shown, and never changed. */
  readOnly?: boolean;
  /** Shares its row of the side panel with another such field. */
  half?: boolean;
  /** The API's value in the form of a new item. */
  initial?: unknown;
  /** The API's value in the form of an item that lacks the field; initial unless it is given. */
  absent?: unknown;
}

export interface Column<Item> {
  /** The server's name for it when it sorts. */
  name: string;
  label: string;
  cell: (item: Item, nameOf: NameOf) => ReactNode;
  /** The whole text, where the cell may be too narrow for it. */
  full?: (item: Item, nameOf: NameOf) => string;
  width?: string;
  /** The order of the first press on the column's head; 'asc' unless given. */
  first?: 'asc' | 'desc';
}

/** A filter of the list, beside the one by status that every list has. */
export interface Filter {
  /** Its parameter in the page's address. */
  name: string;
  label: string;
  width: string;
  options: (choices: Choices) => readonly Choice[];
  /** Returns the parameters of the call for the filter's value. */
  params: (value: string | undefined) => ListParams;
}

export interface Count {
  name: string;
  /** Undefined until it is known. */
  n: number | undefined;
}

export interface ContentType<Item extends ContentItem, Body extends object> {
  /** 'review': in sentences, and in the keys of drafts. */
  noun: Kind;
  /** 'reviews' */
  plural: string;
  texts: {
    /** The heading of the list. */
    title: string;
    add: string;
    edit: string;
    create: string;
    update: string;
    created: string;
    updated: string;
    deleted: string;
    empty: { title: string; text: string };
  };
  calls: ContentCalls<Item, Body>;
  /** The readers' page of an item; undefined if the fields are too few to tell. */
  addressOf: (item: { id: number; slug?: unknown }) => string | undefined;
  /** By name, in the order of their error messages; within a group also in the form's. */
  fields: Readonly<Record<string, Field>>;
  /** Those of the side panel, in its order. */
  groups: readonly { title: string; hint?: string }[];
  /** The fields that are looked at before something is published, and from how many words on a text is long enough. */
  checks: {
    score?: string;
    /** The parts of the score, and the field that says why it isn't what they add up to: it is needed then. */
    parts?: { of: string; reason: string };
    pictures?: readonly string[];
    verdict?: string;
    category?: string;
    words: { field: string; least: number };
    links: readonly string[];
  };
  /** Items that every site has: they can't be deleted or unpublished, and their side panel is another one. */
  fixed?: {
    is: (item: { id: number; slug?: unknown }) => boolean;
    fields: Readonly<Record<string, Field>>;
    groups: readonly { title: string; hint?: string }[];
  };
  /** Help for those who write, below the side panel's fields. */
  Help?: ComponentType;
  /** Completes the preview of a form that may be invalid. */
  complete?: (item: Item) => Item;
  columns: readonly Column<Listed<Item>>[];
  /** An item in one line, shown beside its title on a phone. */
  summary: (item: Listed<Item>, nameOf: NameOf) => string[];
  /** The bulk actions, in their order. */
  actions: readonly BulkAction[];
  filters: readonly Filter[];
  /** The counts above the list. The overview is undefined while it loads. */
  counts: (overview: Overview | undefined) => { total: number | undefined; others: Count[] };
  /** A second line of counts. */
  moreCounts?: (overview: Overview | undefined, nameOf: NameOf) => Count[];
  /** A whole item as JSON, and how to fill it in. */
  template: string;
  instructions: readonly string[];
  /** Loads the options of the fields whose control is a choice. */
  useChoices: () => Choices;
  /** Returns what makes a body out of JSON's fields, with the defaults filled in. */
  useFromJson: () => (fields: Record<string, unknown>) => Body;
}

/** For content types without a choice among their fields. */
export const noChoices: Choices = {};

/** The labels of the options are the names of the values. */
export const namesIn =
  (choices: Choices): NameOf =>
  (field, value) =>
    choices[field]?.find((c) => c.value === String(value))?.label;

/** How many items are published and how many are drafts. */
export const stateCounts = (counts: { published: number; drafts: number } | undefined): Count[] => [
  { name: 'Published', n: counts?.published },
  { name: 'Drafts', n: counts?.drafts },
];
