"""The contract of ``Game``, tested: what every game promises by the methods that it defines."""
