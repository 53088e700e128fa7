// A page in a list of counts: its title with its path below, or the path alone where there is no such page any more.
import type { PageCount } from './types';

export const rankedPage = ({ page, title, count }: PageCount) => ({
  key: page,
  name: title || page,
  detail: title ? page : undefined,
  count,
});
