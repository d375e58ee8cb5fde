/** What a page shows instead of its content: loading, failed, empty. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError } from '#lib/api-error';
import { explain } from '#lib/explain';
import { useTitle } from '#lib/use-title';
import { useIsSignedIn } from '#session/use-session';

/** Grey lines in the place of content that loads. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status" aria-label={t`Loading`}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** An error of a query, with what to do about it. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error instanceof ApiError && error.status === 401) return <SignInRequired />;
  return (
    <div className="notice notice-error" role="alert">
      <div className="grow">
        <p>{explain(error)}</p>
      </div>
      {retry && (
        <button type="button" className="button button-small" onClick={retry}>
          <Trans>Try again</Trans>
        </button>
      )}
    </div>
  );
}

/** The page is for users: the link leads back to it. */
export function SignInRequired() {
  return (
    <div className="empty">
      <h2>
        <Trans>Sign in to see this</Trans>
      </h2>
      <p>
        <Trans>It is only shown to users who have signed in.</Trans>
      </p>
      <SignInLink />
    </div>
  );
}

/** The link to the sign-in page, which leads back to this one. */
export function SignInLink({ text = t`Sign in` }: { text?: string }) {
  const { pathname, search, hash } = useLocation();
  return (
    <Link className="button button-primary" to={signInPath(`${pathname}${search}${hash}`)}>
      {text}
    </Link>
  );
}

/** Nothing is at this address, or the visitor may not see it. */
export function NotFound() {
  const isSignedIn = useIsSignedIn();
  useTitle(t`Page not found`);
  return (
    <div className="empty">
      <h1>
        <Trans>Page not found</Trans>
      </h1>
      <p>
        <Trans>This page does not exist, or you may not see it.</Trans>
      </p>
      {isSignedIn ? (
        <Link className="button" to="/">
          <Trans>Go to the start page</Trans>
        </Link>
      ) : (
        <SignInLink />
      )}
    </div>
  );
}

/** The start page, and the account pages, which have nothing for a user who has signed in. */
const notLedBackTo = /^\/(?:(?:-\/)?users\/.*)?$/;

/** Returns the address of the sign-in page that leads back to `target`. */
export function signInPath(target: string): string {
  return notLedBackTo.test(target) ? '/users/sign_in' : `/users/sign_in?redirect=${encodeURIComponent(target)}`;
}

/** A list without entries. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: QueryLike<Data>;
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query; loading and failed states are the same on all pages. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <Loading {...(lines !== undefined && { lines })} />;
}
