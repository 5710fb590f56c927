/**
 * The path of a program: the one that an environment variable names, then the first that is there of the usual places,
 * then of the names on PATH. Undefined where there is none; throws an Error where the variable names no file.
 */
export function findProgram(
  program: { variable: string; places?: readonly string[]; names: readonly string[] },
  environment?: NodeJS.ProcessEnv,
): string | undefined
