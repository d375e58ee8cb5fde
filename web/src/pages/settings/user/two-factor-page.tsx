/** Two-factor authentication of the visitor. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import type { Entity } from '#api/types';
import { line, secret } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { NewSecret } from '#components/settings/new-secret';
import { QrCode } from '#components/settings/qr-code';
import { Section } from '#components/settings/section';
import { Loaded, signInPath } from '#components/states';
import {
  twoFactorKeys,
  createRecoveryCodes,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  startTwoFactor,
} from '#data/two-factor';
import { exactTime } from '#lib/format';
import { signOut } from '#session/session';
import { useIsSignedIn } from '#session/use-session';
import { RecoveryCodesPage } from './recovery-codes-page';
import { UserSettings } from './user-settings';
import styles from '#components/settings/settings.module.css';

const QUERY_KEY = twoFactorKeys.all;

const code = line(t`Code`, {
  isRequired: true,
  autoComplete: 'one-time-code',
  hint: t`The six digits that your authenticator shows, or a recovery code.`,
});
const password = secret(t`Your password`, { isRequired: true, autoComplete: 'current-password' });

/** Shows whether it is enabled, and enables or disables it. */
export function TwoFactorPage() {
  const isSignedIn = useIsSignedIn();
  const [codes, setCodes] = useState<string[]>();
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => getTwoFactor(),
    enabled: isSignedIn && codes === undefined,
  });
  // Enabling it ends all sign-ins: the codes are shown outside of the pages for users.
  if (codes) return <RecoveryCodesPage codes={codes} onKept={() => setCodes(undefined)} />;
  if (!isSignedIn) return <Navigate replace to={signInPath('/-/profile/two_factor_auth')} />;
  return (
    <UserSettings title={t`Two-factor authentication`}>
      <Loaded query={query} lines={3}>
        {(state) =>
          state.enabled ? <Enabled state={state} onCodes={setCodes} /> : <Disabled state={state} onCodes={setCodes} />
        }
      </Loaded>
    </UserSettings>
  );
}

interface StateProps {
  state: Entity<'identity.TwoFactor'>;
  onCodes: (codes: string[]) => void;
}

function Disabled({ state, onCodes }: StateProps) {
  const [started, setStarted] = useState<Entity<'identity.TwoFactorSecret'>>();
  return (
    <Section
      title={t`Enable`}
      description={t`With a second factor, a password alone does not sign anybody in. You need an app for one-time codes.`}
    >
      {state.required && (
        <div className="notice notice-warning">
          <p>
            {state.required_from === null
              ? t`The instance requires two-factor authentication.`
              : t`The instance requires two-factor authentication from ${exactTime(state.required_from)}.`}
          </p>
        </div>
      )}
      {started === undefined ? (
        <FieldsForm
          fields={{ password }}
          button={t({ message: 'Start', context: 'begin the setup' })}
          submit={async (body) => setStarted(await startTwoFactor(body))}
        />
      ) : (
        <>
          <p>
            <Trans>
              Scan the picture with your authenticator, enter the secret in it, or{' '}
              <a href={started.otpauth_url}>open it on this device</a>. Then enter the code that it shows. All your
              sign-ins end when you enable it.
            </Trans>
          </p>
          <div className={styles.settingsScan}>
            <QrCode text={started.otpauth_url} label={t`QR code of the secret`} />
            <NewSecret label={t`Secret for your authenticator`} value={started.secret} />
          </div>
          <FieldsForm
            fields={{ otp_attempt: code }}
            button={t`Enable two-factor authentication`}
            done={t`Two-factor authentication is enabled.`}
            submit={async (body) => {
              const { recovery_codes: codes } = await enableTwoFactor(body);
              onCodes(codes);
              await signOut();
            }}
          />
        </>
      )}
    </Section>
  );
}

function Enabled({ state, onCodes }: StateProps) {
  return (
    <>
      <Section
        title={t`Recovery codes`}
        description={plural(state.recovery_codes_left, {
          one: '# recovery code is left.',
          other: '# recovery codes are left.',
        })}
      >
        <FieldsForm
          fields={{ password, otp_attempt: code }}
          button={t`Create new recovery codes`}
          keys={[QUERY_KEY]}
          submit={async (body) => {
            const created = await createRecoveryCodes(body);
            onCodes(created.recovery_codes);
          }}
        />
      </Section>
      <Section title={t`Disable`} isDanger>
        <FieldsForm
          fields={{ password, otp_attempt: code }}
          button={t`Disable two-factor authentication`}
          done={t`Two-factor authentication is disabled.`}
          isDanger
          keys={[QUERY_KEY]}
          submit={(query) => disableTwoFactor(query)}
        />
      </Section>
    </>
  );
}
