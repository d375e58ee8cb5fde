import { check } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { nodeKeys, createNode } from '#data/nodes';
import { nodeDefaults, nodeFields } from './node-fields';

const fields = { ...nodeFields, primary: check('It is the primary, which handles all writes') };

/** The form that adds a node. */
export function NewNode({ hasPrimary }: { hasPrimary: boolean }) {
  return (
    <Section
      title="New node"
      description="The primary comes first. Then add each secondary, and enter its secret in its configuration."
    >
      <details className="settings-add">
        <summary>Add a node</summary>
        <FieldsForm
          key={String(hasPrimary)}
          fields={fields}
          defaults={{ ...nodeDefaults, primary: !hasPrimary, ...(!hasPrimary && { url: window.location.origin }) }}
          button="Add node"
          done="The node was added."
          keys={[nodeKeys.all]}
          submit={(body) => createNode(body)}
        />
      </details>
    </Section>
  );
}
