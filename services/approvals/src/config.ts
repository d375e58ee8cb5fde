/** Configuration of the approvals service: what every service reads. */
import { readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/kit';

export const config: ServiceConfig = readConfig(process.env, serviceVariables);
