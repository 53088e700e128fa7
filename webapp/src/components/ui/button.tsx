// The one button: also the look of links that act like one (buttonLook).
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

interface Look {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  shape?: 'text' | 'icon' | undefined;
  /** 'small' is for rows of a table, where the pointer is a mouse's; on touch screens it is as high as any other. */
  size?: 'normal' | 'small' | undefined;
  className?: string | undefined;
}

const common =
  'inline-flex items-center justify-center gap-2 rounded-sm text-small font-semibold whitespace-nowrap transition-colors disabled:opacity-60';
const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover forced-colors:border',
  plain: 'border border-control bg-raised text-primary hover:border-primary',
  quiet: 'text-secondary hover:bg-sunken hover:text-primary',
  danger: 'bg-danger text-on-accent hover:opacity-90 forced-colors:border',
};
// A label that is wider than the screen, as with text twice as large, has several lines.
const shapes = { text: 'max-w-full shrink-0 px-4 max-lg:whitespace-normal', icon: 'w-control' };
const sizes = { normal: 'min-h-control', small: 'min-h-9 pointer-coarse:min-h-control' };

export function buttonLook({ variant = 'primary', shape = 'text', size = 'normal', className }: Look = {}): string {
  return clsx(common, variants[variant], shapes[shape], sizes[size], className);
}

type Props = ComponentProps<'button'> & Look;

export function Button({ variant, shape, size, className, type = 'button', ...rest }: Props) {
  return <button type={type} className={buttonLook({ variant, shape, size, className })} {...rest} />;
}
