/** The frame of the administration: title and tabs. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Main } from '#components/page/main';
import { signInPath } from '#components/states';
import { useCurrentUser } from '#data/current-user';
import { useShownTab } from '#lib/use-shown-tab';
import { useTitle } from '#lib/use-title';
import { useIsSignedIn } from '#session/use-session';
import { adminSubjects, type AdminTab } from './admin-tabs';
import styles from './admin.module.css';

/** Shows a page of the administration. */
export function AdminLayout({ tab, title, children }: { tab: AdminTab; title: string; children: ReactNode }) {
  useTitle(title, t`Administration`);
  const tabs = useShownTab(tab);
  const isSignedIn = useIsSignedIn();
  const user = useCurrentUser();
  const { pathname, search } = useLocation();
  if (!isSignedIn || user?.is_admin === false)
    return (
      <Main>
        <div className="empty">
          <h1>
            <Trans>Administration</Trans>
          </h1>
          <p>
            <Trans>This page is for administrators.</Trans>
          </p>
          {!isSignedIn && (
            <Link className="button button-primary" to={signInPath(`${pathname}${search}`)}>
              <Trans>Sign in</Trans>
            </Link>
          )}
        </div>
      </Main>
    );
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>Administration</Trans>
        </h1>
      </div>
      <nav ref={tabs} className={styles.adminTabs} aria-label={t`Administration`}>
        {adminSubjects.map(({ title: subject, tabs: entries }) => (
          <div key={subject} className={styles.adminSubject}>
            <span className={styles.adminSubjectTitle}>{subject}</span>
            {entries.map(({ tab: name, text }) => (
              <Link
                key={name}
                className="button button-plain button-small"
                to={name === '' ? '/admin' : `/admin/${name}`}
                aria-current={name === tab ? 'page' : undefined}
              >
                {text}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      {children}
    </Main>
  );
}
