/** What the first administrator of an instance does first. The list goes when all is done. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountKeys, getOwnPassword, useSignInOptions } from '#data/account';
import { projectKeys, listProjects } from '#data/projects';
import { sshKeyKeys, listCurrentUserSshKeys } from '#data/ssh-keys';
import { userKeys, listUsers } from '#data/users';
import styles from './start.module.css';

const HIDDEN_KEY = 'forgemesh.first-steps';

interface Step {
  text: string;
  hint: string;
  to: string;
  /** Undefined until it is known. */
  isDone: boolean | undefined;
}

/** Shows the steps unless they are hidden or done. */
export function FirstSteps() {
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(HIDDEN_KEY) !== null);
  const hide = (): void => {
    localStorage.setItem(HIDDEN_KEY, '1');
    setIsHidden(true);
  };
  return isHidden ? null : <Steps onHide={hide} />;
}

function Steps({ onHide }: { onHide: () => void }) {
  const steps = useSteps();
  const isKnown = steps.every(({ isDone }) => isDone !== undefined);
  if (!isKnown || steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className={`card ${styles.firstSteps}`} aria-labelledby="first-steps">
      <div className="card-header">
        <h2 id="first-steps" className="grow">
          <Trans>First steps</Trans>
        </h2>
        <button type="button" className="button button-small" onClick={onHide}>
          <Trans>Hide</Trans>
        </button>
      </div>
      <ol className="list">
        {steps.map(({ text, hint, to, isDone }) => (
          <li key={to}>
            {isDone ? (
              <CircleCheck size={18} className={styles.stepDone} role="img" aria-label={t`Done`} />
            ) : (
              <Circle size={18} role="img" aria-label={t`To do`} />
            )}
            <div className="grow">
              <Link className="plain-link" to={to}>
                <strong>{text}</strong>
              </Link>
              <div className="muted small">{hint}</div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useSteps(): Step[] {
  const options = useSignInOptions();
  const password = useQuery({ queryKey: accountKeys.password, queryFn: () => getOwnPassword() });
  const users = useQuery({
    queryKey: userKeys.count,
    queryFn: () => listUsers({ exclude_internal: true, per_page: 1 }),
  });
  const keys = useQuery({ queryKey: sshKeyKeys.count, queryFn: () => listCurrentUserSshKeys({ per_page: 1 }) });
  const projects = useQuery({ queryKey: projectKeys.any, queryFn: () => listProjects({ per_page: 1, simple: true }) });
  return [
    {
      text: t`Set a password`,
      hint: t`Then you can sign in without the token of the first start.`,
      to: '/-/profile/password/edit',
      isDone: password.data?.has_password,
    },
    {
      text: t`Add users`,
      hint: options?.has_registration
        ? t`Registration is open: people can also register themselves. The settings say who may.`
        : t`Each one gets a password of you, or a link by email to set one.`,
      to: '/admin/users',
      isDone: users.data && (users.data.total ?? 0) > 1,
    },
    {
      text: t`Add an SSH key`,
      hint: t`Git can use it to clone and push; a password or an access token does, too.`,
      to: '/-/user_settings/ssh_keys',
      isDone: keys.data && keys.data.items.length > 0,
    },
    {
      text: t`Create the first project`,
      hint: t`Its page shows the commands that bring your repository into it.`,
      to: '/projects/new',
      isDone: projects.data && projects.data.items.length > 0,
    },
  ];
}
