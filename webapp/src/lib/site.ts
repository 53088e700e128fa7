// The publication's texts about itself, in one place.

export const site = {
  name: 'Candor',
  tagline: 'Honest tech reviews',
  description: 'In-depth, honest expert reviews of computers, automotive tech, industrial machines and smart gadgets, and the news around them.',
  blurb: 'A trusted source for comprehensive tech reviews, comparisons and industry insights.',
  keywords: 'tech reviews, honest reviews, comparisons, tech news',
} as const;

/** The note under every picture (spec section 2). */
export const imageNote = 'Image used for illustration purposes only.';
