// The dashboard's palette: where to go, what to find, and what to do. It has steps: an item leads to what can be done with it, and
// 'Publish…' to what can be published.
import {
  ArrowRight,
  CalendarClock,
  Eye,
  EyeOff,
  ExternalLink,
  Globe,
  History,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Pencil,
  Plus,
  Send,
  Settings,
  Sun,
  SquarePen,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { fits, matching, type Command, type CommandGroup } from '@/components/palette/command';
import type { EarlyKeys } from '@/components/palette/early-keys';
import { Palette } from '@/components/palette/palette';
import { isScreen } from '@/components/layout/site-link';
import { subjects } from '@/features/settings/subjects';
import { useSite } from '@/hooks/use-site';
import { isTooLong, titleSearch, tooLong } from '@/lib/search-limit';
import type { EditorCommands } from '@/stores/open-editor';
import { setTheme, useTheme } from '@/stores/theme';
import { adminTabs } from '../admin-tabs';
import { useKinds, type Found } from './content-kinds';

interface Props {
  open: boolean;
  /** What the open editor offers; null where none is open. */
  editor: ReturnType<EditorCommands> | null;
  onClose: () => void;
  onTimeTravel: () => void;
  onShortcuts: () => void;
  onLogout: () => void;
  early?: (() => EarlyKeys | null) | undefined;
}

type Step = { at: 'item'; item: Found } | { at: 'publish' | 'unpublish' };

/** How long a pause in typing is before something is asked of the server, in milliseconds. */
const pause = 150;

export function DashboardPalette({ open, ...rest }: Props) {
  return open ? <OpenPalette {...rest} /> : null;
}

function OpenPalette({ editor, onClose, onTimeTravel, onShortcuts, onLogout, early }: Omit<Props, 'open'>) {
  const navigate = useNavigate();
  const { header, footer } = useSite();
  const screens = [...header, ...footer].filter(
    ({ url }, i, all) => url !== '/' && isScreen(url) && all.findIndex((one) => one.url === url) === i,
  );
  const [search, setSearch] = useState('');
  const [step, setStep] = useState<Step | null>(null);
  const wanted = search.trim();
  const paused = useSettled(wanted);
  const term = wanted === '' ? '' : paused;
  const dark = useTheme((s) => s.resolved === 'dark');
  const followsDevice = useTheme((s) => s.theme === 'system');

  const picks = step && step.at !== 'item' ? step.at : null;
  const isLong = isTooLong(search);
  const kinds = useKinds({
    term: isLong || editor || step?.at === 'item' || (!picks && term === '') ? null : term,
    published: picks ? picks === 'unpublish' : undefined,
  });
  const settled = term === wanted;

  const go = (id: string, label: string, to: string, more: Partial<Command> = {}): Command => ({
    id,
    label,
    icon: ArrowRight,
    run: () => void navigate(to),
    ...more,
  });
  const into = (next: Step | null) => {
    setStep(next);
    setSearch('');
  };

  /** The commands on an item. */
  const itemGroup = (item: Found): CommandGroup => {
    const { id, kind, isPublished, address } = item;
    return {
      title: item.title,
      commands: [
        go('edit', 'Edit', `${kind.list}/${id}/edit`, { icon: Pencil }),
        isPublished
          ? { id: 'unpublish', label: 'Unpublish', icon: EyeOff, run: () => kind.change('unpublish', id) }
          : { id: 'publish', label: 'Publish', icon: Send, run: () => kind.change('publish', id) },
        ...(isPublished && address !== undefined ? [go('view', 'View on site', address, { icon: Eye })] : []),
        go('history', 'History', `${kind.list}?history=${id}`, { icon: History }),
        go('list', `Show in ${kind.title}`, `${kind.list}${titleSearch(item.title)}`),
      ],
    };
  };

  // While something is searched for, what was found before stays if its title fits, so that Enter neither misses what is shown nor runs
  // what doesn't fit.
  const foundGroups: CommandGroup[] = kinds
    .map(({ kind, found, busy }) => ({ kind, shown: found.filter(({ title }) => (settled && !busy) || fits(title, search)) }))
    .filter(({ shown }) => shown.length > 0)
    .map(({ kind, shown }) => ({
      title: kind.title,
      commands: shown.map((item) => ({
        id: `${kind.list}/${item.id}`,
        label: item.title,
        icon: kind.icon,
        detail: item.isPublished ? 'Published' : 'Draft',
        ...(picks ? { run: () => kind.change(picks, item.id) } : { stays: true, run: () => into({ at: 'item', item }) }),
      })),
    }));

  const theme: Command[] = [
    {
      id: 'theme',
      label: dark ? 'Switch to light theme' : 'Switch to dark theme',
      icon: dark ? Sun : Moon,
      keywords: 'appearance mode',
      run: () => setTheme(dark ? 'light' : 'dark'),
    },
    ...(followsDevice
      ? []
      : [
          {
            id: 'theme-device',
            label: 'Use the device’s theme',
            icon: Monitor,
            keywords: 'appearance system',
            run: () => setTheme('system'),
          },
        ]),
  ];
  const shortcuts: Command = {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    keywords: 'help keys',
    shortcut: '?',
    run: onShortcuts,
  };

  const root: CommandGroup[] = [
    {
      title: 'Create',
      commands: kinds.map(({ kind }) => ({
        id: `new ${kind.list}`,
        label: kind.add,
        icon: Plus,
        keywords: `new create write ${kind.title}`,
        run: () => void navigate(`${kind.list}/new`),
      })),
    },
    {
      title: 'Publish',
      commands: [
        { id: 'publish', label: 'Publish a draft…', icon: Send, stays: true, run: () => into({ at: 'publish' }) },
        {
          id: 'unpublish',
          label: 'Unpublish…',
          icon: EyeOff,
          keywords: 'withdraw take down',
          stays: true,
          run: () => into({ at: 'unpublish' }),
        },
      ],
    },
    {
      title: 'Go to',
      commands: [
        ...adminTabs.map(({ to, label }) => go(to, label, to)),
        go('/admin/settings', 'Settings', '/admin/settings', { icon: Settings }),
        ...subjects.map(({ name, title, icon = Settings }) =>
          go(`/admin/settings/${name}`, title, `/admin/settings/${name}`, { icon, detail: 'Settings', keywords: 'settings' }),
        ),
      ],
    },
    {
      title: 'Dashboard',
      commands: [
        ...theme,
        { id: 'travel', label: 'Time travel', icon: CalendarClock, keywords: 'past history as it was', run: onTimeTravel },
        shortcuts,
        { id: 'logout', label: 'Logout', icon: LogOut, keywords: 'sign out log out', run: onLogout },
      ],
    },
    {
      title: 'Site',
      commands: [
        go('site /', 'View site', '/', { icon: ExternalLink, keywords: 'view site home' }),
        ...screens.map(({ url, label }) => go(`site ${url}`, label, url, { icon: Globe, keywords: 'view site home' })),
        go('site /docs', 'API documentation', '/docs', { icon: Globe }),
      ],
    },
  ];

  const groups = editor
    ? matching(
        [
          { title: editor.title, commands: editor.commands.map(({ label, run }) => ({ id: label, label, icon: SquarePen, run })) },
          { title: 'Dashboard', commands: [...theme, shortcuts] },
        ],
        search,
      )
    : step?.at === 'item'
      ? matching([itemGroup(step.item)], search)
      : picks
        ? foundGroups
        : [...matching(root, search), ...foundGroups];

  const run = (command: Command) => {
    if (command.stays) {
      command.run();
      return;
    }
    // The focus is back where it was before anything else takes it.
    flushSync(onClose);
    setTimeout(command.run);
  };

  const failed = kinds.some((k) => k.failed);
  return (
    <Palette
      groups={groups}
      search={search}
      onSearch={setSearch}
      label={picks ? `Search for what to ${picks}` : step ? 'Search actions' : editor ? 'Search commands' : 'Search or run a command'}
      empty={
        isLong
          ? tooLong
          : failed
            ? 'The search failed. Check your connection and try again.'
            : picks && search === ''
              ? picks === 'publish'
                ? 'There are no drafts.'
                : 'Nothing is published.'
              : 'Nothing found.'
      }
      busy={!editor && step?.at !== 'item' && (!settled || kinds.some((k) => k.busy))}
      step={
        step
          ? { title: step.at === 'item' ? undefined : step.at === 'publish' ? 'Publish' : 'Unpublish', onBack: () => into(null) }
          : undefined
      }
      onRun={run}
      onClose={onClose}
      early={early}
    />
  );
}

/** Returns the text once it has stayed the same for a pause. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
