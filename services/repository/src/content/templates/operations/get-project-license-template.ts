import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { findLicenseTemplate } from '../find-template';

/** Gets a license for a project. */
export const getProjectLicenseTemplate = operation(
  TemplateServiceDefinition.getProjectLicenseTemplate,
  (request, call) => findLicenseTemplate(call, request.name, request, 'Template'),
);
