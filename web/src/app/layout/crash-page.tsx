import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FallbackProps } from 'react-error-boundary';
import { Main } from '#components/page/main';

/** Shown in place of a page that failed to load or to render; menus stay where they are. */
export function CrashPage({ error }: FallbackProps) {
  const isOutdated = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <Main>
      <div className="empty" role="alert">
        <h1>{isOutdated ? t`The page could not be loaded` : t`This page failed`}</h1>
        <p>
          {isOutdated
            ? t`The server cannot be reached, or it was updated since you opened the page.`
            : t`An error in the page stopped it. Reload it; if it fails again, tell an administrator what you did.`}
        </p>
        <button type="button" className="button button-primary" onClick={() => window.location.reload()}>
          <Trans>Reload</Trans>
        </button>
      </div>
    </Main>
  );
}
