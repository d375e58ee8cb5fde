/** The devices on which the visitor is signed in. */
import { useNavigate } from 'react-router';
import { RelativeTime } from '#components/relative-time';
import { ManagedList } from '#components/settings/managed-list';
import { Section } from '#components/settings/section';
import { signInKeys, deleteCurrentUserSignIn, deleteCurrentUserSignIns, listCurrentUserSignIns } from '#data/sign-ins';
import { useAction } from '#lib/use-action';
import { signOut } from '#session/session';
import { UserSettings } from './user-settings';

const QUERY_KEY = signInKeys.all;

/** Shows the sign-ins and ends them. */
export function SignInsPage() {
  const navigate = useNavigate();
  const { run, isBusy } = useAction(QUERY_KEY);
  return (
    <UserSettings title="Sign-ins">
      <ManagedList
        title="Active sign-ins"
        queryKey={QUERY_KEY}
        load={(page) => listCurrentUserSignIns({ page, state: 'active' })}
        keyOf={({ id }) => id}
        nameOf={({ user_agent: agent }) => agent ?? 'this sign-in'}
        empty="There are no sign-ins with a password."
        removal="End"
        isRemovable={({ current }) => !current}
        remove={({ id }) => deleteCurrentUserSignIn(id)}
      >
        {(entry) => (
          <>
            <div className="row row-wrap">
              <strong className="settings-secret">{entry.user_agent ?? 'Unknown client'}</strong>
              {entry.current && <span className="badge badge-green">this one</span>}
            </div>
            <div className="muted small">
              {entry.ip_address} · since <RelativeTime time={entry.created_at} /> · used{' '}
              <RelativeTime time={entry.last_used_at ?? entry.created_at} />
            </div>
          </>
        )}
      </ManagedList>
      <Section title="Sign out on all devices" isDanger description="Personal access tokens stay valid.">
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
            Sign out on all devices
          </button>
        </div>
      </Section>
    </UserSettings>
  );
}
