/** The frame of the account pages, and what they have in common. */
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Main } from '#components/page/main';
import { Failure, Loading } from '#components/states';
import { ApiError } from '#lib/api-error';
import { useTitle } from '#lib/use-title';
import { useIsSignedIn } from '#session/use-session';
import styles from './account.module.css';

interface AccountFrameProps {
  title: string;
  /** Whether the page shows a long text. */
  isWide?: boolean;
  children: ReactNode;
}

/** Shows the title and the content in the middle of the page. */
export function AccountFrame({ title, isWide = false, children }: AccountFrameProps) {
  useTitle(title);
  return (
    <Main>
      <div className={isWide ? `${styles.account} ${styles.wide}` : styles.account}>
        <h1>{title}</h1>
        <div className="card card-body">{children}</div>
      </div>
    </Main>
  );
}

interface LoadedForProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Sentence for a link that is not valid, or for what the instance does not have. */
  notFound: string;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query, or why there is none. */
export function LoadedFor<Data>({ query, notFound, children }: LoadedForProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (isNotFound(query.error)) return <Problem>{notFound}</Problem>;
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <Loading lines={4} />;
}

/** A sentence about what is wrong. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div className="notice notice-error" role="alert">
      <p>{children}</p>
    </div>
  );
}

/** What was done, with a link to go on. It takes the focus from the form that it replaces. */
export function Done({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} className="stack" role="status" tabIndex={-1}>
      <p>{children}</p>
      {isSignedIn ? (
        <Link className="button button-primary" to="/">
          <Trans>Go to the start page</Trans>
        </Link>
      ) : (
        <Link className="button button-primary" to="/users/sign_in">
          <Trans>Sign in</Trans>
        </Link>
      )}
    </div>
  );
}

/** Whether a link is not valid, or the instance does not have what a page shows. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
