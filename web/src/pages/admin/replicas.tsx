/** The replicas of a secondary, on its own pages: what failed, and syncs at request. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { FilterSelect } from '#components/filter-select';
import { Pagination, usePageNumber } from '#components/pagination';
import { check, choice, number } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { adminKeys } from '#data/admin';
import { listSyncFailures, nodeKeys, resyncReplicas } from '#data/nodes';
import { numberText } from '#lib/format';
import { showDone } from '#lib/messages';
import { useAction } from '#lib/use-action';
import { Table } from './admin-table';

const failureTypes = {
  sync: t`Not copied`,
  verification: t`Not compared`,
  checksum_mismatch: t`Different`,
} as const;
type FailureType = keyof typeof failureTypes;

const fields = {
  scope: choice(t`Replicas`, [
    { value: 'failed', text: t`Those that failed` },
    { value: 'all', text: t`All` },
    { value: 'project', text: t`Those of one project` },
  ]),
  project_id: number(t`Id of the project`, { min: 0, hint: t`Only for one project.` }),
  from_scratch: check(t`Copy repositories as a whole, even if their branches and tags are the same`),
};

type Values = { scope: string; project_id: number; from_scratch: boolean };

/** Shows what failed, and the form that syncs replicas again. */
export function Replicas() {
  return (
    <>
      <Failures />
      <Section
        title={t`Sync again`}
        description={t`Replicas are compared with the primary, and what differs is copied. They are not used until then.`}
      >
        <FieldsForm
          fields={fields}
          button={t`Sync again`}
          keys={[adminKeys.all]}
          isReady={(values) => values.scope !== 'project' || values.project_id > 0}
          question={questionOf}
          submit={async (values) => {
            const { replicas_count: replicas, files_count: files } = await resyncReplicas(requestOf(values));
            showDone(t`${numberText(replicas)} replicas and ${numberText(files)} files are synced again.`);
          }}
        />
      </Section>
    </>
  );
}

function requestOf({ scope, project_id: projectId, from_scratch: isWhole }: Values) {
  const scopes = { failed: 'failed', all: 'all' } as const;
  const chosen = scope === 'failed' || scope === 'all' ? { scope: scopes[scope] } : { project_id: projectId };
  return { ...chosen, from_scratch: isWhole };
}

function questionOf({ scope, from_scratch: isWhole }: Values): string | undefined {
  if (scope === 'all') return t`Sync all replicas again? This node uses none of them until they are synced.`;
  return isWhole ? t`Remove these replicas, and copy them as a whole?` : undefined;
}

function Failures() {
  const page = usePageNumber();
  const [params] = useSearchParams();
  const chosen = params.get('failure') ?? '';
  const type: FailureType = chosen === 'verification' || chosen === 'checksum_mismatch' ? chosen : 'sync';
  const query = useQuery({
    queryKey: nodeKeys.failures(type, page),
    queryFn: () => listSyncFailures({ failure_type: type, page }),
  });
  const { run, isBusy } = useAction(adminKeys.all);
  return (
    <Section title={t`Failures of this node`}>
      <div className="toolbar">
        <FilterSelect label={t`Failure`} name="failure" options={failureTypes} fallback="sync" />
      </div>
      <Loaded query={query} lines={3}>
        {(list) =>
          list.items.length === 0 ? (
            <p className="muted">
              <Trans>No replica has failed.</Trans>
            </p>
          ) : (
            <>
              <Table label={t`Failures of this node`} heads={[t`Project`, t`Repository`, t`Wiki`, t`Actions`]}>
                {list.items.map((failure) => (
                  <tr key={failure.project_id}>
                    <td>{failure.project_id}</td>
                    <td>{failure.last_repository_sync_failure ?? failure.last_repository_verification_failure}</td>
                    <td>{failure.last_wiki_sync_failure ?? failure.last_wiki_verification_failure}</td>
                    <td className="nowrap">
                      <button
                        type="button"
                        className="button button-small"
                        disabled={isBusy}
                        onClick={() =>
                          void run(
                            () => resyncReplicas({ project_id: failure.project_id, from_scratch: false }),
                            t`The replicas are synced again.`,
                          )
                        }
                      >
                        <Trans>Sync again</Trans>
                      </button>
                    </td>
                  </tr>
                ))}
              </Table>
              <Pagination page={list} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
