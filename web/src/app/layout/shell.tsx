/** The frame of every page: header, messages, and the place of the content. */
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router';
import { Main } from '#components/page/main';
import { Loading } from '#components/states';
import { useIsIdle } from '#lib/use-is-idle';
import { useScrollPositions } from '#lib/use-scroll-positions';
import { CrashPage } from './crash-page';
import { Header } from './header';
import { OfflineNotice } from './offline-notice';
import { Toasts } from './toasts';
import { useAccountLanguage } from './use-account-language';
import styles from './shell.module.css';

const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts')).Shortcuts }));

/** Shows the frame. After a navigation, the focus moves to the content. */
export function Shell() {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  const isIdle = useIsIdle();
  useScrollPositions();
  useAccountLanguage();
  useEffect(() => {
    if (!isFirst.current) focusContent();
    isFirst.current = false;
  }, [pathname]);
  return (
    <>
      <a className={styles.skipLink} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <Header />
      <OfflineNotice />
      <Suspense
        fallback={
          <Main>
            <Loading />
          </Main>
        }
      >
        <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
          <Outlet />
        </ErrorBoundary>
      </Suspense>
      {isIdle && (
        <Suspense>
          <Shortcuts />
        </Suspense>
      )}
      <Toasts />
    </>
  );
}

/** Moves the focus to the content, unless a field of it has taken the focus. */
function focusContent(): void {
  const content = document.getElementById('content');
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && content?.contains(activeElement)) return;
  content?.focus({ preventScroll: true });
}
