// The one button: also the look of links that act like one (buttonLook).
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

export const buttonLook = cva(
  'inline-flex min-h-control items-center justify-center gap-2 rounded-sm text-small font-semibold whitespace-nowrap transition-colors disabled:opacity-60',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover',
        plain: 'border border-control bg-raised text-primary hover:border-primary',
        quiet: 'text-secondary hover:bg-sunken hover:text-primary',
      },
      shape: { text: 'px-4', icon: 'w-control' },
    },
    defaultVariants: { variant: 'primary', shape: 'text' },
  },
);

type Props = ComponentProps<'button'> & VariantProps<typeof buttonLook>;

export function Button({ variant, shape, className, type = 'button', ...rest }: Props) {
  return <button type={type} className={buttonLook({ variant, shape, className })} {...rest} />;
}
