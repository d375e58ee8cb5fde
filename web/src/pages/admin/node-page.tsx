/** One node of a replicated instance: its settings and its secret. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Entity } from '#api/types';
import { FieldsForm } from '#components/settings/fields-form';
import { NewSecret } from '#components/settings/new-secret';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { nodeKeys, createNodeCredentials, getNode, repairNode, updateNode } from '#data/nodes';
import { useAction } from '#lib/use-action';
import { AdminLayout } from './admin-layout';
import { nodeFields } from './node-fields';
import { isOnSecondary, useNodes } from './node-queries';
import { NodeSelection } from './node-selection';
import { NodeState } from './node-state';

/** Shows the node of the address. */
export function NodePage() {
  const id = Number(useParams()['nodeId']);
  const query = useQuery({
    queryKey: nodeKeys.one(id),
    queryFn: () => getNode(id),
  });
  const nodes = useNodes();
  return (
    <AdminLayout tab="replication" title={t`Node`}>
      <Loaded query={query} lines={12}>
        {(node) => {
          // Only the primary changes nodes.
          const mayChange = nodes.data !== undefined && !isOnSecondary(nodes.data);
          return (
            <div className="stack">
              {!node.primary && <NodeState node={node} mayChange={mayChange} />}
              {nodes.data && !mayChange && (
                <p>
                  <a href={node.web_edit_url}>
                    <Trans>Change the node on the primary</Trans>
                  </a>
                </p>
              )}
              {mayChange && (
                <Section title={node.name}>
                  <FieldsForm
                    fields={nodeFields}
                    stored={node}
                    button={t`Save node`}
                    done={t`The node was saved.`}
                    keys={[nodeKeys.all]}
                    submit={({ name, url }, changed) => updateNode(id, { ...changed, name, url })}
                  />
                </Section>
              )}
              {mayChange && !node.primary && <NodeSelection node={node} />}
              {mayChange && !node.primary && <Secret node={node} />}
            </div>
          );
        }}
      </Loaded>
    </AdminLayout>
  );
}

function Secret({ node: { id } }: { node: Entity<'geo.Node'> }) {
  const [secret, setSecret] = useState<string>();
  const { run, isBusy } = useAction();
  const show = async (): Promise<void> => {
    const credentials = await createNodeCredentials(id);
    setSecret(credentials.secret);
  };
  return (
    <Section
      title={t`Secret`}
      description={t`It belongs into FORGE_GEO_SECRET in the configuration of the node, and is shown once. A new one replaces it.`}
    >
      {secret !== undefined && <NewSecret label={t`Secret of the node`} value={secret} />}
      <div className="row row-wrap">
        <button type="button" className="button" disabled={isBusy} onClick={() => void run(show)}>
          <Trans>Show secret</Trans>
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={isBusy}
          onClick={() => {
            if (window.confirm(t`Replace the secret? The node cannot replicate until it has the new one.`))
              void run(async () => {
                await repairNode(id);
                await show();
              });
          }}
        >
          <Trans>Replace secret</Trans>
        </button>
      </div>
    </Section>
  );
}
