/** The webhooks of a project. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { hookKeys, createProjectHook, deleteProjectHook, listProjectHooks } from '#data/hooks';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { hookFields, hookTriggerNames, hookTriggers } from './hook-fields';
import { ProjectSettings } from './project-settings';
import styles from '#components/settings/settings.module.css';

/** Shows the webhooks. */
export function ProjectHooksPage() {
  const { id, path_with_namespace: fullPath } = useProject();
  const queryKey = hookKeys.ofProject(id);
  return (
    <ProjectSettings title={t`Webhooks`}>
      <ManagedList
        title={t`Webhooks`}
        description={t`Requests that are sent to an address when something happens in the project.`}
        queryKey={queryKey}
        load={(page) => listProjectHooks(id, { page })}
        keyOf={(hook) => hook.id}
        nameOf={(hook) => hook.url}
        empty={t`There are no webhooks.`}
        remove={(hook) => deleteProjectHook(id, hook.id)}
        actions={(hook) => (
          <Link className="button button-small" to={projectPath(fullPath, 'hooks', `${hook.id}/edit`)}>
            <Trans>Edit and deliveries</Trans>
          </Link>
        )}
        add={{
          title: t`Add a webhook`,
          form: (
            <FieldsForm
              fields={hookFields}
              defaults={{ push_events: true, enable_ssl_verification: true }}
              button={t`Add webhook`}
              done={t`The webhook was added.`}
              keys={[queryKey]}
              submit={(body) => createProjectHook(id, body)}
            />
          ),
        }}
      >
        {(hook) => (
          <>
            <div className="row row-wrap">
              <strong className={styles.settingsSecret}>{hook.url}</strong>
              {hook.alert_status !== 'executable' && <span className="badge badge-red">{hook.alert_status}</span>}
            </div>
            <div className="muted small">
              {hookTriggerNames
                .filter((name) => hook[name])
                .map((name) => hookTriggers[name])
                .join(', ')}
            </div>
          </>
        )}
      </ManagedList>
    </ProjectSettings>
  );
}
