/** The debug type: which adapter runs, and which configuration stands in for a missing launch.json. */
import * as vscode from 'vscode';
import { DEBUG_TYPE } from '#debugger/protocol';
import type { Platform } from '../platform.ts';
import type { ProgramFinder } from '../program-finder.ts';
import { launchConfiguration } from './launch-configuration.ts';

export function registerDebugger(context: vscode.ExtensionContext, platform: Platform, finder: ProgramFinder): void {
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
      createDebugAdapterDescriptor: () => platform.createDebugAdapter(context),
    }),
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, {
      resolveDebugConfiguration: (_folder, configuration) => complete(configuration, finder),
    }),
    vscode.debug.registerDebugConfigurationProvider(
      DEBUG_TYPE,
      {
        provideDebugConfigurations: async () => {
          const found = await finder.find();
          return 'uri' in found ? [launchConfiguration(found.uri)] : [];
        },
      },
      Dynamic,
    ),
  );
}

/** Fills in what F5 without a launch.json leaves out: everything, or the program. */
async function complete(
  configuration: vscode.DebugConfiguration,
  finder: ProgramFinder,
): Promise<vscode.DebugConfiguration | undefined> {
  if (configuration['program'] !== undefined || configuration.request === 'attach') return configuration;
  const found = await finder.find();
  if ('uri' in found) return { ...launchConfiguration(found.uri), ...withoutEmpty(configuration) };
  void vscode.window.showErrorMessage(found.reason);
  return undefined;
}

/** An F5 without launch.json arrives with empty type, name and request. */
function withoutEmpty(configuration: vscode.DebugConfiguration): Partial<vscode.DebugConfiguration> {
  return Object.fromEntries(Object.entries(configuration).filter(([, value]) => value !== '' && value !== undefined));
}
