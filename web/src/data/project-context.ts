import { createContext, useContext } from 'react';
import type { Project } from '#api/types';

/** The project that a page belongs to. */
export const ProjectContext = createContext<Project | undefined>(undefined);

/** The project of the page. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('this page is not below a project');
  return project;
}
