// Flips between light and dark.
import { Moon, Sun } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { toggleTheme, useTheme } from '@/stores/theme';

export function ThemeToggle() {
  const dark = useTheme((s) => s.resolved === 'dark');
  return (
    <Button
      data-needs-script
      variant="quiet"
      shape="icon"
      aria-label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
    >
      {dark ? <Sun aria-hidden strokeWidth={1.75} className="size-5" /> : <Moon aria-hidden strokeWidth={1.75} className="size-5" />}
    </Button>
  );
}
