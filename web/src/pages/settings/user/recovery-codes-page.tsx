/** The recovery codes of two-factor authentication, which are shown once. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { CopyButton } from '#components/copy-button';
import { Main } from '#components/page/main';
import { Section } from '#components/settings/section';
import { signInPath } from '#components/states';
import { saveBlob } from '#lib/save-blob';
import { useTitle } from '#lib/use-title';
import { useIsSignedIn } from '#session/use-session';
import styles from '#components/settings/settings.module.css';

interface RecoveryCodesPageProps {
  codes: readonly string[];
  onKept: () => void;
}

/** Shows the codes until the visitor says that they are kept. */
export function RecoveryCodesPage({ codes, onKept }: RecoveryCodesPageProps) {
  useTitle(t`Recovery codes`);
  const isSignedIn = useIsSignedIn();
  const list = `${codes.join('\n')}\n`;
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>Recovery codes</Trans>
        </h1>
      </div>
      <Section
        title={t`Keep these codes`}
        description={t`Each one signs you in once without your authenticator. They are not shown again.`}
      >
        <ul className={styles.recoveryCodes} aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="row row-wrap">
          <button
            type="button"
            className="button"
            onClick={() => saveBlob(new Blob([list], { type: 'text/plain' }), 'recovery-codes.txt')}
          >
            <Download size={15} aria-hidden="true" />
            <Trans>Download</Trans>
          </button>
          <CopyButton text={list} label={t`Copy the recovery codes`} />
        </div>
        {!isSignedIn && (
          <p>
            <Trans>
              Two-factor authentication is enabled, and all your sign-ins have ended. Sign in again with your password
              and a code of your authenticator.
            </Trans>
          </p>
        )}
        <div>
          {isSignedIn ? (
            <button type="button" className="button button-primary" onClick={onKept}>
              <Trans>I have kept them</Trans>
            </button>
          ) : (
            <Link className="button button-primary" to={signInPath('/-/profile/two_factor_auth')}>
              <Trans>I have kept them: sign in again</Trans>
            </Link>
          )}
        </div>
      </Section>
    </Main>
  );
}
