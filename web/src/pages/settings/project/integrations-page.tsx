/** The integrations of a project with other systems. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { integrationKeys, listProjectIntegrations } from '#data/integrations';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { integrationKinds } from './integration-kinds';
import { ProjectSettings } from './project-settings';
import styles from '#components/settings/settings.module.css';

/** Shows all kinds of integrations, and which of them are used. */
export function ProjectIntegrationsPage() {
  const { id, path_with_namespace: fullPath } = useProject();
  const query = useQuery({
    queryKey: integrationKeys.ofProject(id),
    queryFn: () => listProjectIntegrations(id),
  });
  return (
    <ProjectSettings title={t`Integrations`}>
      <Section title={t`Integrations`} description={t`Other systems that the project notifies or links to.`}>
        <Loaded query={query} lines={12}>
          {(active) => (
            <ul className={`list ${styles.settingsList}`}>
              {integrationKinds.map(({ slug, title, about }) => {
                const isActive = active.some((one) => one.slug === slug);
                return (
                  <li key={slug}>
                    <div className="grow">
                      <div className="row row-wrap">
                        <strong>{title}</strong>
                        {isActive && (
                          <span className="badge badge-green">
                            <Trans>active</Trans>
                          </span>
                        )}
                      </div>
                      <div className="muted small">{about}</div>
                    </div>
                    <Link
                      className="button button-small"
                      aria-label={`${isActive ? t`Edit` : t`Set up`} ${title}`}
                      to={projectPath(fullPath, 'settings/integrations', `${slug}/edit`)}
                    >
                      {isActive ? t`Edit` : t`Set up`}
                    </Link>
                  </li>
                );
              })}
            </ul>
          )}
        </Loaded>
      </Section>
    </ProjectSettings>
  );
}
