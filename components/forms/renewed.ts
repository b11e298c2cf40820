"use client";

import { createContext } from "react";
import type { Renewed } from "../../lib/contract/forms/renewed";

/** The form that was posted without a script to a page that had to be drawn anew; null on any other page. */
export const PostedBefore = createContext<Renewed | null>(null);
