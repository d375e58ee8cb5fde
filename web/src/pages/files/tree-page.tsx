/** A folder of the repository. */
import { t } from '@lingui/core/macro';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Loading } from '#components/states';
import { useProject } from '#data/project-context';
import { useTitle } from '#lib/use-title';
import { FileToolbar } from './file-toolbar';
import { LastCommit } from './last-commit';
import { Readme } from './readme';
import { TreeTable } from './tree-table';
import { useFileAddress } from './use-file-address';

/** Shows the folder of the address. */
export function TreePage() {
  const project = useProject();
  const address = useFileAddress();
  useTitle(address?.path, address?.ref, project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Files` }]}>
      {address ? (
        <div className="stack">
          <h1 className="visually-hidden">{address.path || address.ref}</h1>
          <FileToolbar address={address} page="tree" />
          <div className="card">
            <LastCommit address={address} />
            <TreeTable address={address} />
          </div>
          <Readme address={address} />
        </div>
      ) : (
        <Loading lines={12} />
      )}
    </Main>
  );
}
