/** Forks a project to the namespace of the visitor or to a group. */
import { useQuery } from '@tanstack/react-query';
import { GitFork } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Project } from '#api/types';
import { Menu } from '#components/menu';
import { Loading } from '#components/states';
import { listNamespaces, namespaceKeys } from '#data/namespaces';
import { forkProject } from '#data/projects';
import { numberText } from '#lib/format';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { useIsSignedIn } from '#session/use-session';

/** Shows the button; the menu chooses the owner of the fork. */
export function ForkButton({ project }: { project: Project }) {
  const isSignedIn = useIsSignedIn();
  const navigate = useNavigate();
  const [isOpened, setIsOpened] = useState(false);
  const { run, isBusy } = useAction();
  const { data: namespaces } = useQuery({
    queryKey: namespaceKeys.all,
    queryFn: () => listNamespaces({ per_page: 100 }),
    enabled: isOpened,
  });
  if (!isSignedIn) return null;
  const fork = (namespaceId: number): void => {
    void run(async () => {
      const { path_with_namespace: created } = await forkProject(project.id, { namespace: String(namespaceId) });
      await navigate(projectPath(created));
    });
  };
  return (
    <Menu
      label={`Fork ${numberText(project.forks_count)}`}
      className="button"
      onOpen={() => setIsOpened(true)}
      button={
        <>
          <GitFork size={15} aria-hidden="true" /> Fork <span className="badge">{numberText(project.forks_count)}</span>
        </>
      }
    >
      <div className="menu-heading">Fork to</div>
      {namespaces ? (
        namespaces
          .filter(({ id }) => id !== project.namespace?.id)
          .map(({ id, full_path: path }) => (
            <button key={id} type="button" disabled={isBusy} onClick={() => fork(id)}>
              {path}
            </button>
          ))
      ) : (
        <Loading lines={3} />
      )}
    </Menu>
  );
}
