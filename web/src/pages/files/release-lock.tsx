import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LockOpen } from 'lucide-react';
import { useProjectLevel } from '#data/access';
import { useCurrentUser } from '#data/current-user';
import { deleteLfsLock, type LfsLock, lfsLockKeys } from '#data/lfs-locks';
import { useProject } from '#data/project-context';
import { Level } from '#lib/levels';
import { useAction } from '#lib/use-action';

/** A button that releases a lock, for its owner and for maintainers. */
export function ReleaseLock({ lock }: { lock: LfsLock }) {
  const project = useProject();
  const user = useCurrentUser();
  const level = useProjectLevel(project);
  const { run, isBusy } = useAction(lfsLockKeys.ofProject(project.id));
  const isOwn = user !== undefined && lock.owner?.id === user.id;
  const mayRelease = level >= (isOwn ? Level.developer : Level.maintainer) && project.archived !== true;
  if (!mayRelease) return null;
  const release = (): void => {
    const owner = lock.owner?.name ?? t`a former user`;
    if (!isOwn && !window.confirm(t`Release the lock of ${owner}? Their changes may conflict with others.`)) return;
    void run(() => deleteLfsLock(project.id, { id: lock.id, force: !isOwn }), t`${lock.path} is no longer locked.`);
  };
  return (
    <button
      type="button"
      className="button button-small"
      aria-label={t`Release the lock of ${lock.path}`}
      disabled={isBusy}
      onClick={release}
    >
      <LockOpen size={14} aria-hidden="true" /> <Trans>Release</Trans>
    </button>
  );
}
