import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { check } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { nodeKeys, createNode } from '#data/nodes';
import { nodeDefaults, nodeFields } from './node-fields';
import styles from '#components/settings/settings.module.css';

const fields = { ...nodeFields, primary: check(t`It is the primary, which handles all writes`) };

/** The form that adds a node. */
export function NewNode({ hasPrimary }: { hasPrimary: boolean }) {
  return (
    <Section
      title={t`New node`}
      description={t`The primary comes first. Then add each secondary, and enter its secret in its configuration.`}
    >
      <details className={styles.settingsAdd}>
        <summary>
          <Trans>Add a node</Trans>
        </summary>
        <FieldsForm
          key={String(hasPrimary)}
          fields={fields}
          defaults={{ ...nodeDefaults, primary: !hasPrimary, ...(!hasPrimary && { url: window.location.origin }) }}
          button={t`Add node`}
          done={t`The node was added.`}
          keys={[nodeKeys.all]}
          submit={(body) => createNode(body)}
        />
      </details>
    </Section>
  );
}
