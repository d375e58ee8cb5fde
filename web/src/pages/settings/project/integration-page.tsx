/** One integration of a project: its settings, and the button that switches it off. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded, NotFound } from '#components/states';
import {
  integrationKeys,
  deleteProjectIntegration,
  getProjectIntegration,
  setProjectIntegration,
} from '#data/integrations';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { fieldsOf, integrationKinds, type IntegrationKind } from './integration-kinds';
import { ProjectSettings } from './project-settings';

/** Shows the integration of the address. */
export function ProjectIntegrationPage() {
  const { slug } = useParams();
  const kind = integrationKinds.find((one) => one.slug === slug);
  return (
    <ProjectSettings title={kind?.title ?? t`Integration`}>
      {kind ? <Settings kind={kind} /> : <NotFound />}
    </ProjectSettings>
  );
}

function Settings({ kind }: { kind: IntegrationKind }) {
  const { id, path_with_namespace: fullPath } = useProject();
  const { slug, title, about } = kind;
  const navigate = useNavigate();
  const queryKey = integrationKeys.one(id, slug);
  const query = useQuery({
    queryKey,
    queryFn: () => getProjectIntegration(id, slug),
  });
  const keys = [integrationKeys.ofProject(id)];
  const { run, isBusy } = useAction(...keys);
  const switchOff = async (): Promise<void> => {
    const isOff = await run(() => deleteProjectIntegration(id, slug), t`${title} is switched off.`);
    if (isOff) await navigate(projectPath(fullPath, 'settings/integrations'));
  };
  return (
    <Loaded query={query} lines={12}>
      {({ properties, ...integration }) => {
        const stored = { ...integration, ...properties };
        const send = {
          button: integration.active ? t`Save changes` : t`Set up ${title}`,
          done: t`The integration was saved.`,
        };
        return (
          <>
            <Section title={t`Settings`} description={about}>
              <FieldsForm
                fields={fieldsOf(kind)}
                {...(integration.active ? { stored } : { defaults: stored })}
                {...send}
                keys={keys}
                submit={(body) =>
                  // The API requires a password for this tracker, but only links to it.
                  setProjectIntegration(id, slug, { ...body, ...(slug === 'jira' && { password: '' }) })
                }
              />
            </Section>
            {integration.active && (
              <Section title={t`Switch off`} isDanger description={t`All settings of the integration are removed.`}>
                <div>
                  <button
                    type="button"
                    className="button button-danger"
                    disabled={isBusy}
                    onClick={() => {
                      if (window.confirm(t`Switch off ${title}?`)) void switchOff();
                    }}
                  >
                    <Trans>Switch off</Trans>
                  </button>
                </div>
              </Section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
