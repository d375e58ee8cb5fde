import type { FallbackProps } from 'react-error-boundary';

/** Shown in place of a page that failed to load or to render. */
export function CrashPage({ error }: FallbackProps) {
  const isOutdated = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <div className="empty" role="alert">
      <h1>{isOutdated ? 'A new version is available' : 'This page failed'}</h1>
      <p>
        {isOutdated
          ? 'The server was updated since you opened the page, or it cannot be reached.'
          : 'An error in the page stopped it. Reload it; if it fails again, tell an administrator what you did.'}
      </p>
      <button type="button" className="button button-primary" onClick={() => window.location.reload()}>
        Reload
      </button>
    </div>
  );
}
