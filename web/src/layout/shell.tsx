/** The frame of every page: header, messages, and the place of the content. */
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Loading } from '../components/states';
import { Toasts } from '../components/toasts';
import { Header } from './header';
import { Shortcuts } from './shortcuts';
import './shell.css';

/** Shows the frame. After a navigation, the focus moves to the content. */
export function Shell() {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) document.getElementById('content')?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [pathname]);
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header />
      <Suspense
        fallback={
          <div className="main">
            <Loading />
          </div>
        }
      >
        <Outlet />
      </Suspense>
      <Shortcuts />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
