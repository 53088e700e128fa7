// The four review categories that every Candor begins with (spec section 1), for links that must be
// there before the server has answered.

export interface CategoryLink {
  slug: string;
  name: string;
}

export const firstCategories: readonly CategoryLink[] = [
  { slug: 'computers', name: 'Computers & Laptops' },
  { slug: 'automotive', name: 'Automotive Tech' },
  { slug: 'industrial', name: 'Industrial Machines' },
  { slug: 'gadgets', name: 'Smart Gadgets' },
];
