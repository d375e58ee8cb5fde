/** The storages of repositories: how many projects they hold, and their sizes. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '#components/states';
import { adminStorageKeys, listAdminStorages } from '#data/admin-storages';
import { numberText, sizeText } from '#lib/format';
import { Table } from './admin-table';

/** Shows the storages. */
export function AdminStorages() {
  const query = useQuery({ queryKey: adminStorageKeys.all, queryFn: listAdminStorages });
  return (
    <div className="stack">
      <p className="muted">
        <Trans>
          A storage is a folder of repositories that one or more processes serve. Sizes are those of the last
          measurements. The list of projects moves a project to another storage.
        </Trans>
      </p>
      <Loaded query={query}>
        {(storages) => (
          <Table
            label={t`Storages`}
            heads={[t`Storage`, t`State`, t`Projects`, t`Repositories`, t`Wikis`, t`Large files`, t`Total`]}
          >
            {storages.map((storage) => (
              <tr key={storage.name}>
                <td>{storage.name}</td>
                <td>
                  <span className={`badge ${storage.configured ? 'badge-green' : 'badge-red'}`}>
                    {storage.configured ? t`Configured` : t`Missing`}
                  </span>{' '}
                  {storage.for_new_projects && (
                    <span className="badge badge-blue">
                      <Trans>New projects</Trans>
                    </span>
                  )}
                </td>
                <td>
                  <Link to={`/admin/projects?storage=${encodeURIComponent(storage.name)}`}>
                    {numberText(storage.projects_count)}
                  </Link>
                </td>
                <td>{sizeText(storage.repository_size)}</td>
                <td>{sizeText(storage.wiki_size)}</td>
                <td>{sizeText(storage.lfs_objects_size)}</td>
                <td>{sizeText(storage.storage_size)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </div>
  );
}
