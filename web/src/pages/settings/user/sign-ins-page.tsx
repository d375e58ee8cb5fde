/** The devices on which the visitor is signed in. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { RelativeTime } from '#components/relative-time';
import { ManagedList } from '#components/settings/managed-list';
import { Section } from '#components/settings/section';
import { signInKeys, deleteCurrentUserSignIn, deleteCurrentUserSignIns, listCurrentUserSignIns } from '#data/sign-ins';
import { useAction } from '#lib/use-action';
import { signOut } from '#session/session';
import { UserSettings } from './user-settings';
import styles from '#components/settings/settings.module.css';

const QUERY_KEY = signInKeys.all;

/** Shows the sign-ins and ends them. */
export function SignInsPage() {
  const navigate = useNavigate();
  const { run, isBusy } = useAction(QUERY_KEY);
  return (
    <UserSettings title={t`Sign-ins`}>
      <ManagedList
        title={t`Active sign-ins`}
        queryKey={QUERY_KEY}
        load={(page) => listCurrentUserSignIns({ page, state: 'active' })}
        keyOf={({ id }) => id}
        nameOf={({ user_agent: agent }) => agent ?? t`this sign-in`}
        empty={t`There are no sign-ins with a password.`}
        removal={t`End`}
        isRemovable={({ current }) => !current}
        remove={({ id }) => deleteCurrentUserSignIn(id)}
      >
        {(entry) => (
          <>
            <div className="row row-wrap">
              <strong className={styles.settingsSecret}>{entry.user_agent ?? t`Unknown client`}</strong>
              {entry.current && (
                <span className="badge badge-green">
                  <Trans>this one</Trans>
                </span>
              )}
            </div>
            <div className="muted small">
              <Trans>
                {entry.ip_address} · since <RelativeTime time={entry.created_at} /> · used{' '}
                <RelativeTime time={entry.last_used_at ?? entry.created_at} />
              </Trans>
            </div>
          </>
        )}
      </ManagedList>
      <Section title={t`Sign out on all devices`} isDanger description={t`Personal access tokens stay valid.`}>
        <div>
          <button
            type="button"
            className="button button-danger"
            disabled={isBusy}
            onClick={() =>
              void run(async () => {
                await deleteCurrentUserSignIns();
                await signOut();
                await navigate('/');
              })
            }
          >
            <Trans>Sign out on all devices</Trans>
          </button>
        </div>
      </Section>
    </UserSettings>
  );
}
