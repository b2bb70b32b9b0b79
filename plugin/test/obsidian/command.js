// Commands, and whether they can be given at the moment.

/** Every command that a plugin added, by its whole id. */
export const liveCommands = new Map();

/** Returns what the command's line in the palette would do, or null if it wouldn't be there. */
function runnerOf(app, command) {
  const view = app.workspace.activeEditor;
  if (command.editorCheckCallback) {
    if (!view || command.editorCheckCallback(true, view.editor, view) === false) return null;
    return () => command.editorCheckCallback(false, view.editor, view);
  }
  if (command.editorCallback) return view ? () => command.editorCallback(view.editor, view) : null;
  if (command.checkCallback) return command.checkCallback(true) ? () => command.checkCallback(false) : null;
  return command.callback ? () => command.callback() : null;
}

/** Returns the ids of the commands that the palette would list. */
export const possibleCommands = (app) => [...liveCommands.values()].filter((command) => runnerOf(app, command)).map(({ id }) => id);

export function runCommand(app, id) {
  const command = liveCommands.get(id);
  if (!command) throw new Error(`there is no command ${id}, only ${[...liveCommands.keys()].join(", ")}`);
  const run = runnerOf(app, command);
  if (!run) throw new Error(`the command ${id} can't be given now`);
  return run();
}
