"""The processes a course agent runs in; standard library only, Python 3.8 and later, started by path.

    adapter (agent.py)  --  keeper  --  zygote  --  one fork a turn          Linux
                                    --  one prepared process a turn          elsewhere

The agent's code never shares a process with gRPC, numpy of our environment or anything else of gridarena, so that it
may be run by another interpreter, and a fork of it is as safe as a fork can be. The keeper never runs a line of it, so
that nothing the agent does can keep the keeper from killing it, and outlives the adapter by the moment it takes to
clean up.
"""
