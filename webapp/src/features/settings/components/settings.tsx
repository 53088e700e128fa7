// /admin/settings: the list of subjects; /admin/settings/{subject}: the subject's page, with the list beside it on wide screens.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { Link, Navigate, NavLink, useParams } from 'react-router-dom';
import { subjects, type Subject } from '../subjects';

const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const;
const address = ({ name }: Subject) => `/admin/settings/${name}`;

export default function Settings() {
  const { item, action } = useParams();
  const subject = subjects.find(({ name }) => name === item);
  if (!subject) return item === undefined ? <SubjectList /> : <Navigate to="/admin/settings" replace />;
  if (action !== undefined) return <Navigate to={address(subject)} replace />;
  return (
    <div className="grid gap-x-10 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <nav aria-label="Settings" className="max-lg:hidden">
        <ul className="sticky top-[calc(var(--height-header)+2rem)]">
          {subjects.map((s) => (
            <li key={s.name}>
              <NavLink
                to={address(s)}
                className="flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 text-small font-medium text-secondary hover:text-primary aria-[current]:bg-sunken aria-[current]:text-primary"
              >
                {s.icon ? <s.icon {...icon} className="size-4" /> : null}
                {s.title}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="subject-title">
        <Link
          to="/admin/settings"
          className="-ml-1 inline-flex min-h-control items-center gap-1 text-small font-medium text-secondary hover:text-primary lg:hidden"
        >
          <ChevronLeft {...icon} className="size-4" />
          Settings
        </Link>
        <h2 id="subject-title" className="text-h5">
          {subject.title}
        </h2>
        <p className="mt-1 text-small text-secondary">{subject.description}</p>
        <div className="mt-6">
          <Suspense fallback={<div role="status" aria-label={`Loading ${subject.title}...`} className="h-40 max-w-xl skeleton" />}>
            <subject.Screen key={subject.name} />
          </Suspense>
        </div>
      </section>
    </div>
  );
}

function SubjectList() {
  return (
    <section aria-labelledby="settings-title" className="max-w-2xl">
      <h2 id="settings-title" className="text-h5">
        Settings
      </h2>
      <ul className="mt-4 border-t border-rule">
        {subjects.map((s) => (
          <li key={s.name} className="border-b border-rule">
            <Link to={address(s)} className="group flex min-h-14 items-center gap-3 py-3">
              {s.icon ? <s.icon {...icon} className="size-5 shrink-0 text-muted" /> : null}
              <span className="min-w-0 grow">
                <span className="block text-small font-semibold group-hover:underline">{s.title}</span>
                <span className="block text-small text-secondary">{s.description}</span>
              </span>
              <ChevronRight {...icon} className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
