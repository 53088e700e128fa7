// /admin/settings/appearance: the theme in this browser.
import { setTheme, useTheme, type Theme } from '@/stores/theme';

const themes: readonly { theme: Theme; name: string; hint: string }[] = [
  { theme: 'system', name: 'System', hint: 'Follows your device.' },
  { theme: 'light', name: 'Light', hint: 'Always light.' },
  { theme: 'dark', name: 'Dark', hint: 'Always dark.' },
];

export default function AppearanceSettings() {
  const chosen = useTheme((s) => s.theme);
  return (
    <fieldset className="max-w-xl">
      <legend className="text-small font-semibold">Theme</legend>
      <div className="mt-2 grid gap-2 sm:grid-cols-3">
        {themes.map(({ theme, name, hint }) => (
          <label
            key={theme}
            className="flex min-h-control items-start gap-3 rounded-sm border border-rule-strong p-3 has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name="theme"
              checked={chosen === theme}
              onChange={() => setTheme(theme)}
              className="mt-1 accent-accent outline-none"
            />
            <span>
              <span className="block text-small font-semibold">{name}</span>
              <span className="block text-small text-secondary">{hint}</span>
            </span>
          </label>
        ))}
      </div>
      <p className="mt-3 text-small text-muted">Applies to this browser, on the site and in the dashboard.</p>
    </fieldset>
  );
}
