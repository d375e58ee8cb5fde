/** Which projects a secondary replicates. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Entity } from '#api/types';
import { choice, names } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { getNamespace, loadNamespaces, namespaceKeys } from '#data/namespaces';
import { nodeKeys, updateNode } from '#data/nodes';

const fields = {
  type: choice(t`Replicated projects`, [
    { value: 'all', text: t`All projects` },
    { value: 'namespaces', text: t`Only projects of chosen groups and users` },
  ]),
  paths: names(t`Groups and users`, {
    hint: t`Paths of groups, with all groups below them, and usernames, separated by commas.`,
  }),
};

/** The form that chooses them. */
export function NodeSelection({ node }: { node: Entity<'geo.Node'> }) {
  const { id, name, url, selective_sync_type: type, selective_sync_namespace_ids: ids } = node;
  const query = useQuery({
    queryKey: namespaceKeys.byIds(ids),
    queryFn: () => loadNamespaces(ids),
  });
  const submit = async (values: { type: string; paths: string }): Promise<void> => {
    const isLimited = values.type === 'namespaces';
    const chosen = isLimited ? await Promise.all(pathsIn(values.paths).map(getNamespace)) : [];
    await updateNode(id, {
      name,
      url,
      selective_sync_type: isLimited ? 'namespaces' : null,
      ...(isLimited && { selective_sync_namespace_ids: chosen.map((namespace) => namespace.id) }),
    });
  };
  return (
    <Section
      title={t`Selective replication`}
      description={t`Requests for projects that are not replicated are forwarded to the primary.`}
    >
      <Loaded query={query} lines={3}>
        {(namespaces) => (
          <FieldsForm
            fields={fields}
            stored={{ type: type ?? 'all', paths: namespaces.map((namespace) => namespace.full_path).join(', ') }}
            button={t`Save selection`}
            done={t`The selection was saved.`}
            keys={[nodeKeys.all, namespaceKeys.byIds(ids)]}
            isReady={(values) => values.type === 'all' || pathsIn(values.paths).length > 0}
            question={(values) =>
              values.type === 'all'
                ? undefined
                : t`Replicate only these projects? The replicas of all others are not used any more, and removed after a while.`
            }
            submit={submit}
          />
        )}
      </Loaded>
    </Section>
  );
}

function pathsIn(text: string): string[] {
  const paths = text.split(',').map((path) => path.trim().replace(/^@/, ''));
  return [...new Set(paths.filter((path) => path !== ''))];
}
