"""Settings of every test run."""

from hypothesis import HealthCheck, settings

# A busy machine must not turn a slow example into a failure; the time-out of a whole test guards against hangs.
settings.register_profile("gridarena", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gridarena")
