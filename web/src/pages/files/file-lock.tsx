import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useMayPush } from '#data/access';
import { createLfsLock, listLfsLocks, lfsLockKeys } from '#data/lfs-locks';
import { useProject } from '#data/project-context';
import { useAction } from '#lib/use-action';
import { ReleaseLock } from './release-lock';

/** Says who has locked a file; locks and releases it. Only large files can be locked here. */
export function FileLock({ path, isLarge }: { path: string; isLarge: boolean }) {
  const project = useProject();
  const mayPush = useMayPush(project);
  const { run, isBusy } = useAction(lfsLockKeys.ofProject(project.id));
  const { data: locks } = useQuery({
    queryKey: lfsLockKeys.ofFile(project.id, path),
    queryFn: async () => (await listLfsLocks(project.id, { path })).items,
    enabled: project.lfs_enabled === true,
    staleTime: 60_000,
  });
  const [lock] = locks ?? [];
  if (lock)
    return (
      <>
        <span className="badge badge-amber">
          <Lock size={12} aria-hidden="true" /> <Trans>Locked by {lock.owner?.name ?? t`a former user`}</Trans>
        </span>
        <ReleaseLock lock={lock} />
      </>
    );
  if (!locks || !isLarge || !mayPush) return null;
  return (
    <button
      type="button"
      className="button button-small"
      title={t`Only you may push changes of the file until you release it`}
      disabled={isBusy}
      onClick={() => void run(() => createLfsLock(project.id, path), t`${path} is locked.`)}
    >
      <Lock size={14} aria-hidden="true" /> <Trans>Lock</Trans>
    </button>
  );
}
