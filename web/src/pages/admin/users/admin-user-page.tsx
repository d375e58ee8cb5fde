/** A user as administrators see and change them. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { User } from '#api/types';
import { Avatar } from '#components/avatar';
import { RelativeTime } from '#components/relative-time';
import { ConfirmName } from '#components/settings/confirm-name';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { useCurrentUser } from '#data/current-user';
import {
  activateUser,
  blockUser,
  deactivateUser,
  deleteUser,
  disableUserTwoFactor,
  getUser,
  unblockUser,
  userKeys,
} from '#data/users';
import { dateText, numberText } from '#lib/format';
import { pathOf } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { AdminLayout } from '../admin-layout';
import styles from '../admin.module.css';
import { ImpersonationTokens } from './impersonation-tokens';
import { UserBadges } from './user-badges';
import { EditUser, UserPassword } from './user-forms';

/** Shows the user of the address. */
export function AdminUserPage() {
  const { userId = '' } = useParams();
  const id = Number(userId);
  const query = useQuery({ queryKey: userKeys.administeredOne(id), queryFn: () => getUser(id) });
  return (
    <AdminLayout tab="users" title={query.data?.name ?? t`User`}>
      <Loaded query={query} lines={10}>
        {(user) => <UserView user={user} />}
      </Loaded>
    </AdminLayout>
  );
}

function UserView({ user }: { user: User }) {
  const current = useCurrentUser();
  const isSelf = current?.id === user.id;
  return (
    <div className="stack">
      <div className="row row-wrap">
        <Avatar name={user.name} url={user.avatar_url} size={48} />
        <div className="grow">
          <h2>{user.name}</h2>
          <Link to={pathOf(user.web_url)}>@{user.username}</Link>
        </div>
        <UserBadges user={user} />
        {!isSelf && <StateButtons user={user} />}
      </div>
      <Facts user={user} />
      <EditUser user={user} />
      <UserPassword user={user} />
      <SecondFactor user={user} />
      <ImpersonationTokens user={user} />
      {!isSelf && <Deletion user={user} />}
    </div>
  );
}

/** Blocks, deactivates, and undoes both. */
function StateButtons({ user }: { user: User }) {
  const { run, isBusy } = useAction(userKeys.administered);
  const button = (text: string, change: () => Promise<unknown>, done: string): ReactNode => (
    <button type="button" className="button" disabled={isBusy} onClick={() => void run(change, done)}>
      {text}
    </button>
  );
  if (user.state === 'blocked')
    return button(t`Unblock`, () => unblockUser(user.id), t`${user.name} may sign in again.`);
  if (user.state === 'deactivated')
    return button(t`Activate`, () => activateUser(user.id), t`${user.name} is active again.`);
  return (
    <>
      {button(t`Deactivate`, () => deactivateUser(user.id), t`${user.name} is deactivated until the next sign-in.`)}
      {button(t`Block`, () => blockUser(user.id), t`${user.name} is blocked: sign-ins and tokens are refused.`)}
    </>
  );
}

function Facts({ user }: { user: User }) {
  const facts: [string, ReactNode][] = [
    [t`Email address`, user.email],
    [t`Created`, <RelativeTime key="created" time={user.created_at} />],
    [t`Address confirmed`, user.confirmed_at ? <RelativeTime key="confirmed" time={user.confirmed_at} /> : t`not yet`],
    [t`Last sign-in`, user.last_sign_in_at ? <RelativeTime key="sign-in" time={user.last_sign_in_at} /> : t`never`],
    [t`Last activity`, user.last_activity_on ? dateText(user.last_activity_on) : t`none`],
    [t`Personal projects`, t`at most ${numberText(user.projects_limit ?? 0)}`],
    [t`External accounts`, (user.identities ?? []).map(({ provider }) => provider).join(', ') || t`none`],
    [t`Note of administrators`, user.note || t`none`],
  ];
  return (
    <Section title={t`Account`}>
      <dl className={styles.adminFacts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.adminFact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function SecondFactor({ user }: { user: User }) {
  const { run, isBusy } = useAction(userKeys.administered);
  const reset = (): void => {
    if (!window.confirm(t`Remove the second factor of ${user.name}? Make sure that the request comes from them.`))
      return;
    void run(() => disableUserTwoFactor(user.id), t`The second factor was removed.`);
  };
  return (
    <Section
      title={t`Second factor`}
      description={
        user.two_factor_enabled
          ? t`Sign-ins by password need a one-time code. Remove it for a user who has lost the device and the recovery codes.`
          : t`Sign-ins by password need no one-time code.`
      }
    >
      {user.two_factor_enabled && (
        <div>
          <button type="button" className="button button-danger" disabled={isBusy} onClick={reset}>
            <Trans>Remove the second factor</Trans>
          </button>
        </div>
      )}
    </Section>
  );
}

function Deletion({ user }: { user: User }) {
  const navigate = useNavigate();
  const { run } = useAction(userKeys.administered);
  const remove = async (isHard: boolean): Promise<void> => {
    await deleteUser(user.id, { hard_delete: isHard });
    await run(() => Promise.resolve());
    void navigate('/admin/users');
  };
  return (
    <Section
      title={t`Deletion`}
      isDanger
      description={t`It cannot be undone. Blocking a user keeps everything and ends their access, too.`}
    >
      <details>
        <summary>
          <Trans>Delete the user, keep contributions</Trans>
        </summary>
        <div className="stack">
          <p className="muted">
            <Trans>
              Personal projects and snippets are deleted. Issues, merge requests and comments stay, as those of a former
              user. Groups with no other owner must get one first.
            </Trans>
          </p>
          <ConfirmName
            name={user.username}
            button={t`Delete user`}
            done={t`The user is deleted.`}
            submit={() => remove(false)}
          />
        </div>
      </details>
      <details>
        <summary>
          <Trans>Delete the user and all contributions</Trans>
        </summary>
        <div className="stack">
          <p className="muted">
            <Trans>
              Issues, merge requests and comments of the user are deleted, too, and the groups that only they own with
              all projects in them.
            </Trans>
          </p>
          <ConfirmName
            name={user.username}
            button={t`Delete user and contributions`}
            done={t`The user and the contributions are deleted.`}
            submit={() => remove(true)}
          />
        </div>
      </details>
    </Section>
  );
}
