/** The frame of settings pages: title, tabs, and sections below each other. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Crumb } from '#components/page/breadcrumbs';
import { Main } from '#components/page/main';
import { useShownTab } from '#lib/use-shown-tab';
import '#components/settings/settings.css';

/** A page of settings. */
export interface SettingsTab {
  text: string;
  to: string;
}

interface SettingsLayoutProps {
  /** Name of the navigation and of the last part of the way. */
  name: string;
  title: string;
  crumbs: Crumb[];
  tabs: readonly SettingsTab[];
  /** Says why the visitor may not change the settings; undefined if they may. */
  refusal?: string | undefined;
  children: ReactNode;
}

/** Shows a page of settings. */
export function SettingsLayout({ name, title, crumbs, tabs, refusal, children }: SettingsLayoutProps) {
  const { pathname } = useLocation();
  const current = tabs
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .reduce((longest, { to }) => (to.length > longest.length ? to : longest), '');
  const shown = useShownTab(current);
  return (
    <Main crumbs={[...crumbs, { text: name }]}>
      <div className="page-header">
        <h1>{title}</h1>
      </div>
      <nav ref={shown} className="tabs settings-tabs" aria-label={name}>
        {tabs.map(({ text, to }) => (
          <Link key={to} to={to} aria-current={to === current ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      {refusal === undefined ? (
        <div className="stack">{children}</div>
      ) : (
        <div className="notice notice-warning" role="alert">
          <p>{refusal}</p>
        </div>
      )}
    </Main>
  );
}
