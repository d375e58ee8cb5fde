/** What external pipelines of a project use: variables and trigger tokens. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { RelativeTime } from '#components/relative-time';
import { line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { NewSecret } from '#components/settings/new-secret';
import { ownerOfProject } from '#data/owner';
import { pipelineTriggerKeys, createTrigger, deleteTrigger, listTriggers } from '#data/pipeline-triggers';
import { useProject } from '#data/project-context';
import { Variables } from '../shared/variables';
import { ProjectSettings } from './project-settings';

/** Shows the settings. */
export function ProjectPipelinesPage() {
  const project = useProject();
  return (
    <ProjectSettings title={t`Settings of pipelines`}>
      <Variables owner={ownerOfProject(project)} />
      <Triggers />
    </ProjectSettings>
  );
}

function Triggers() {
  const { id } = useProject();
  const [token, setToken] = useState<string>();
  const queryKey = pipelineTriggerKeys.ofProject(id);
  return (
    <ManagedList
      title={t`Trigger tokens`}
      description={t`Tokens that start a pipeline.`}
      queryKey={queryKey}
      load={(page) => listTriggers(id, { page })}
      keyOf={(trigger) => trigger.id}
      nameOf={(trigger) => trigger.description}
      empty={t`There are no trigger tokens.`}
      removal={t`Revoke`}
      remove={(trigger) => deleteTrigger(id, trigger.id)}
      notice={token !== undefined && <NewSecret label={t`The token`} value={token} />}
      add={{
        title: t`Create a trigger token`,
        form: (
          <FieldsForm
            fields={{ description: line(t`Description`, { isRequired: true }) }}
            button={t`Create trigger token`}
            keys={[queryKey]}
            submit={async (body) => {
              const created = await createTrigger(id, body);
              setToken(created.token);
            }}
          />
        ),
      }}
    >
      {(trigger) => (
        <>
          <strong>{trigger.description}</strong>
          <div className="muted small">
            {trigger.last_used === null ? (
              <Trans>Never used</Trans>
            ) : (
              <Trans>
                Used <RelativeTime time={trigger.last_used} />
              </Trans>
            )}
          </div>
        </>
      )}
    </ManagedList>
  );
}
