/** Labels of issues, merge requests and epics. */
import { useQuery } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages';
import { api, unwrapPage } from '../../api/client';
import type { Label } from '../../api/types';
import { LabelChip } from '../label-chip';

/** Returns the names of an item's labels, which the API sends as texts or with details. */
export function labelNames(labels: readonly unknown[]): string[] {
  return labels.map((label) =>
    typeof label === 'object' && label !== null && 'name' in label ? String(label.name) : String(label),
  );
}

/** All labels of a project, with those of its groups. */
export function useProjectLabels(projectId: number, isEnabled = true) {
  return useQuery({
    queryKey: ['labels', 'project', projectId],
    queryFn: () =>
      allPages<Label>((page) =>
        unwrapPage(
          api.GET('/api/v4/projects/{id}/labels', {
            params: { path: { id: String(projectId) }, query: { page, per_page: 100 } },
          }),
        ),
      ),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}

/** All labels of a group. */
export function useGroupLabels(groupId: number, isEnabled = true) {
  return useQuery({
    queryKey: ['labels', 'group', groupId],
    queryFn: () =>
      allPages<Label>((page) =>
        unwrapPage(
          api.GET('/api/v4/groups/{id}/labels', {
            params: { path: { id: String(groupId) }, query: { page, per_page: 100 } },
          }),
        ),
      ),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}

interface LabelsProps {
  names: string[];
  labels?: readonly Label[] | undefined;
  /** Address of the list of items with a label. */
  to?: (name: string) => string;
}

/** Shows labels in their colours. */
export function Labels({ names, labels, to }: LabelsProps) {
  return (
    <>
      {names.map((name) => {
        const label = labels?.find((entry) => entry.name === name);
        return (
          <LabelChip
            key={name}
            name={name}
            {...(label && { color: label.color, description: label.description })}
            {...(to && { to: to(name) })}
          />
        );
      })}
    </>
  );
}
